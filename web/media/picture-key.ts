/** `media` for one just uploaded, `_id` for one that the thing already has: what the contract's inputs take. */
export type Picture = {
  _id?: string | undefined
  media?: string | undefined
  url: string
  alt: string
}
export const pictureKey = ({ _id, media, url }: Picture) => _id ?? media ?? url
