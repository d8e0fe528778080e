// Delays the scripts until after the first paint, because pages work without them.
await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))

export {}
