/// The keys of a plug-in.
enum PluginDeclaration {
  static let record = SettingRecord([SourceDeclaration.command])
}
