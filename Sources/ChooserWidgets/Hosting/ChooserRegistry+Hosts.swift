extension ChooserRegistry {
  /// Makes a chooser of this name. Each has a model of its own.
  ///
  /// - Parameters:
  ///   - name: of a registered widget.
  ///   - room: the frame that it may take, in character cells.
  ///   - onProblem: is called when the widget breaks a rule.
  public func makeHost(
    _ name: String, room: CellFrame, onProblem: @escaping (ChooserProblem) -> Void
  ) throws(ChooserRegistryError) -> ChooserHost {
    ChooserHost(name, try entry(name), room: room, onProblem: onProblem)
  }
}
