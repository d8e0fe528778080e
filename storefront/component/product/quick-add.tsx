import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import { useFrame, useTexts } from '../frame/page-context.tsx'
import { Icon } from '../icon.tsx'

/** Themes show a button at the end of a card, or an icon or a quiet text on its image. */
type Position = 'image' | 'end'

/**
 * Adds a product with one variant to the cart. For several variants, the script opens a picker;
 * without it, the link leads to the product.
 */
export function QuickAdd({ card, position }: { card: StorefrontCard; position: Position }) {
  const t = useTexts()
  const { settings } = useFrame().theme
  const { path: action } = storefrontForms.cart
  const { quickAdd } = settings
  const usedPosition: Position = quickAdd === 'button' ? 'end' : 'image'
  if (quickAdd === 'none' || usedPosition !== position || !card.isAvailable) return null
  const title = <span className="visually-hidden">: {card.title}</span>
  if (card.variant === null)
    return (
      <div className="quick-add">
        <a
          className="button quick-choose"
          href={card.shownVariant?.path ?? card.path}
          data-close={t('close')}
        >
          <Icon name="plus" />
          <span>{t('chooseOptions')}</span>
          {title}
        </a>
      </div>
    )
  return (
    <form className="add-to-cart quick-add" method="post" action={action}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="variant" value={card.variant} />
      <input type="hidden" name="quantity" value="1" />
      <button className="button" type="submit">
        <Icon name="plus" />
        <span>{t('addToCart')}</span>
        {title}
      </button>
    </form>
  )
}
