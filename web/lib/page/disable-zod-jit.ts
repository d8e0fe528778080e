import { config } from 'zod'

// Zod tries to compile schemas with `new Function`. The content security policy of the pages
// forbids it, and the browser would report each attempt.
config({ jitless: true })
