export type StreamEvent = { event: string; id: string; data: string }

/** Reads events as the HTML standard has them (section 9.2), whatever pieces they come in. `EventSource` itself cannot send a token. */
export function eventReader(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = ''
  let event = ''
  let id = ''
  let data: string[] = []

  function takeLine(line: string) {
    if (line === '') return finish()
    const [name = '', ...values] = line.split(':')
    const value = values.join(':').replace(/^ /, '')
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
    if (name === 'id' && !value.includes('\0')) id = value
  }
  function finish() {
    if (data.length > 0) onEvent({ event: event || 'message', id, data: data.join('\n') })
    event = ''
    data = []
  }
  return text => {
    // A line may end in CR, and the LF that belongs to it may be in the next piece.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) takeLine(line)
  }
}

/** Reads a body to its end. `onSign`: something came, if only a sign of life. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
  onSign: () => void,
): Promise<void> {
  const read = eventReader(onEvent)
  const letters = new TextDecoder()
  const reader = body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    onSign()
    read(letters.decode(piece.value, { stream: true }))
  }
}
