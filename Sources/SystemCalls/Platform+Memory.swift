#if canImport(Glibc)
@unsafe @preconcurrency import Glibc

/// `<malloc.h>`, which the module of the C library leaves out.
@_silgen_name("mallopt")
private func setAllocatorOption(_ option: CInt, _ value: CInt) -> CInt
#endif

extension Platform {
  #if canImport(Glibc)
  /// `M_MMAP_THRESHOLD`.
  private static let mappingThresholdOption: CInt = -3
  /// In bytes. Left alone, the threshold grows to 32 MiB with the first large block that is freed, and from then on
  /// freed blocks stay with the process. Buffers for messages are below it: mapping takes longer than reusing.
  private static let mappingThreshold: CInt = 1 << 20
  #endif

  /// From now on blocks of 1 MiB and more go back to the system as soon as they are freed. Does nothing where the
  /// system's allocator has no such option. To be called before there are threads.
  package static func returnFreedBlocks() {
    #if canImport(Glibc)
    _ = setAllocatorOption(mappingThresholdOption, mappingThreshold)
    #endif
  }
}
