export type StreamEvent = { event: string; id: string; data: string }

/** Reads events as the HTML standard has them (section 9.2), whatever pieces they come in. `EventSource` itself cannot send a token. */
export function createEventParser(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let buffer = ''
  let event = ''
  let id = ''
  let data: string[] = []

  function parseLine(line: string) {
    if (line === '') return emitEvent()
    const [name = '', ...values] = line.split(':')
    const value = values.join(':').replace(/^ /, '')
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
    if (name === 'id' && !value.includes('\0')) id = value
  }
  function emitEvent() {
    if (data.length > 0) onEvent({ event: event || 'message', id, data: data.join('\n') })
    event = ''
    data = []
  }
  return text => {
    // A line may end in CR, and the LF that belongs to it may be in the next piece.
    const lines = (buffer + text).split(/\r\n|\n|\r(?!$)/)
    buffer = lines.pop() ?? ''
    for (const line of lines) parseLine(line)
  }
}

/** Reads a body to its end. `onSign`: something came, if only a sign of life. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
  onActivity: () => void,
): Promise<void> {
  const parseEvents = createEventParser(onEvent)
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    onActivity()
    parseEvents(decoder.decode(chunk.value, { stream: true }))
  }
}
