import { useTexts } from './frame/page-context.tsx'
import { Icon } from './icon.tsx'

type Props = { icon: 'cart' | 'heart'; text: string }

/** The message of a page whose list is empty, with the way to the products. */
export function EmptyMessage({ icon, text }: Props) {
  const t = useTexts()
  return (
    <div className="cart-empty">
      <Icon name={icon} />
      <p>{text}</p>
      <a className="button" href="/products">
        {t('continueShopping')}
      </a>
    </div>
  )
}
