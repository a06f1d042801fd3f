import LanguageProtocol

/// Where the mentions of any document are kept, as things are now.
struct StorePlaces {
  let settings: SettingsStack
  /// The workspace folders' paths.
  let roots: [String]
  let environment: [String: String]

  subscript(key: DocumentURI) -> StorePlace {
    StorePlace(of: key, in: settings[key].annotationStore, roots: roots, environment: environment)
  }
}
