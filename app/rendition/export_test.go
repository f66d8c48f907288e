package rendition

// NewMemory and MemoryLife are those of a Maker.
var NewMemory = newMemory

const MemoryLife = memoryLife
