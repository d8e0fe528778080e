// The page appears before its scripts run, which its first frame does not need.
await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))

export {}
