import { createParser } from 'eventsource-parser'

export type StreamEvent = { event: string; id: string; data: string }

/** Returns a function that parses the chunks of a stream. `EventSource` cannot send a token. */
export function createEventParser(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let lastId = ''
  const { feed } = createParser({
    onId: id => {
      lastId = id
    },
    onEvent: ({ event = 'message', data }) => onEvent({ event, id: lastId, data }),
  })
  return feed
}

/** Reads a body to its end. Calls `onActivity` for every chunk, also for those without an event. */
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
