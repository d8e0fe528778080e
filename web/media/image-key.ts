/** An image in a form. `media` is the id of a new upload, `_id` that of a saved image. */
export type EditableImage = {
  _id?: string | undefined
  media?: string | undefined
  url: string
  alt: string
}
export const getImageKey = ({ _id, media, url }: EditableImage) => _id ?? media ?? url
