/** An image in a form. `media` is the id of a new upload, `_id` that of a saved image. */
export type EditableImage = {
  _id?: string | undefined
  media?: string | undefined
  url: string
  alt: string
  /** The point in percent that stays visible if stores crop the image, of product images only. */
  focusX?: number | undefined
  focusY?: number | undefined
}
export const getImageKey = ({ _id, media, url }: EditableImage) => _id ?? media ?? url
