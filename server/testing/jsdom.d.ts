/** The part of jsdom that tests of the server use. The package has no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(text?: string, options?: { contentType?: string })
    readonly window: { document: Document; DOMParser: typeof DOMParser }
  }
}
