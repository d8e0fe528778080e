import { useMoney, useTexts } from './page-context.tsx'

type Props = { price: number; compareAtPrice: number | null; hasPriceRange?: boolean }

export function Price({ price, compareAtPrice, hasPriceRange = false }: Props) {
  const formatMoney = useMoney()
  const t = useTexts()
  const isReduced = compareAtPrice !== null && compareAtPrice > price
  return (
    <p className="price">
      <span className={isReduced ? 'price-reduced' : undefined}>
        {hasPriceRange ? t.from(formatMoney(price)) : formatMoney(price)}
      </span>
      {isReduced && (
        <s>
          <span className="visually-hidden">{t.regularPrice} </span>
          {formatMoney(compareAtPrice)}
        </s>
      )}
    </p>
  )
}
