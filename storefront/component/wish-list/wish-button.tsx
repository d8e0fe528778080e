import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { useHasWishList, useTexts } from '../frame/page-context.tsx'
import { Icon } from '../icon.tsx'

type Props = {
  product: string
  title: string
  variant?: string | undefined
  /** The product of the page. Shows “Wish list” beside the heart and describes the form to agents. */
  isMainProduct?: boolean
}

/** The heart of a product. The script shows whether it is pressed, because all shoppers get the same HTML. */
export function WishButton({ product, title, variant, isMainProduct = false }: Props) {
  const t = useTexts()
  const hasWishList = useHasWishList()
  if (!hasWishList) return null
  return (
    <form
      className="wish-button"
      method="post"
      action={storefrontForms.wishList.path}
      {...(isMainProduct && { toolname: 'addToWishList', tooldescription: t('tool.wishList') })}
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="product" value={product} />
      {variant !== undefined && <input type="hidden" name="variant" value={variant} />}
      <button type="submit" aria-label={t('wishList.add', { title })}>
        <Icon name="heart" />
        {isMainProduct && t('wishList.title')}
      </button>
    </form>
  )
}
