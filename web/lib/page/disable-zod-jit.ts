import { config } from 'zod'

// Checks are compiled by `new Function` where that is allowed. Our pages do not allow it, and each try would be reported.
config({ jitless: true })
