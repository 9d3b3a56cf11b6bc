// Lets a worker thread run the sources as they are, in tests and tools; the build in dist/ does not need it.
// "--import tsx" alone would not do: in Node 20 it heeds the main thread only.
import { register } from 'tsx/esm/api'

register()
