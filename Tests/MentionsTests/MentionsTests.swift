import Testing

@testable import Mentions
