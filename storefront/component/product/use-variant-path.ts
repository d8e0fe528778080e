import { usePageRecord } from '../frame/content-context.tsx'

/** Returns a function for the path of a variant, which keeps the country of the delivery. */
export function useVariantPath(): (slug: string, variant: string) => string {
  const content = usePageRecord()
  const country = content.kind === 'product' ? content.terms.chosenCountry : ''
  return (slug, variant) =>
    `/products/${slug}?variant=${variant}${country && `&country=${country}`}`
}
