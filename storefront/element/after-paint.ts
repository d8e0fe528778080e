import { nextPaint } from './next-paint.ts'

// Delays the scripts until after the first paint, because pages work without them.
await nextPaint()
