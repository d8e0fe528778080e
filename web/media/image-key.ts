/** `media` for one just uploaded, `_id` for one that the thing already has: what the contract's inputs take. */
export type EditableImage = {
  _id?: string | undefined
  media?: string | undefined
  url: string
  alt: string
}
export const imageKey = ({ _id, media, url }: EditableImage) => _id ?? media ?? url
