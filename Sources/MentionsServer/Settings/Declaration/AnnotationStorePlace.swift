/// Where mentions are remembered that the text itself does not tell.
public enum AnnotationStorePlace: String, Hashable, Sendable, CaseIterable {
  case state, workspace, off
}

extension AnnotationStorePlace: SettingValue {}
