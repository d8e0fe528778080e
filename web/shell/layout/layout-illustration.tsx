import css from './layout-illustration.module.css'

/** How an illustration of the shell differs from the default. */
type LayoutSketch = {
  skin?: string
  menu?: string
  navbar?: string
  color?: string
  footer?: string
  isBoxed?: boolean
  isMirrored?: boolean
  toTop?: boolean
  motion?: string
}

const sketchByOption: Record<string, (value: string) => LayoutSketch> = {
  skin: value => ({ skin: value }),
  menu: value => ({ menu: value }),
  width: value => ({ isBoxed: value === 'boxed', menu: 'hidden' }),
  navbar: value => ({ navbar: value }),
  color: value => ({ color: value, navbar: 'sticky' }),
  footer: value => ({ footer: value }),
  direction: value => ({ isMirrored: value === 'rtl' }),
  transition: value => ({ motion: value }),
  toTop: value => ({ toTop: value === 'on' }),
}

/** A small drawing of the shell that highlights the effect of one layout option. */
export function LayoutIllustration({ option, value }: { option: string; value: string }) {
  const sketch = sketchByOption[option]?.(value) ?? {}
  const { menu = 'vertical', isBoxed = false } = sketch
  const menuWidth = { vertical: 18, collapsed: 8, horizontal: 0, hidden: 0 }[menu] ?? 0
  const inset = isBoxed ? 14 : 4
  const top = menu === 'horizontal' ? 8 : 0
  return (
    <svg
      viewBox="0 0 80 52"
      className={css.illustration}
      data-sample-skin={sketch.skin}
      data-fixed={option === 'direction' || undefined}
      data-mirrored={sketch.isMirrored || undefined}
      aria-hidden
    >
      <rect width="80" height="52" className={css.background} />
      <MenuPart
        menu={menu}
        width={menuWidth}
        isHighlighted={option === 'menu'}
        isSecondaryHighlight={option === 'direction'}
      />
      <NavbarPart
        type={sketch.navbar ?? 'floating'}
        color={sketch.color}
        x={menuWidth}
        y={top}
        inset={inset}
        isHighlighted={option === 'navbar'}
      />
      <CardsPart
        x={menuWidth + inset}
        y={top + 15}
        width={80 - menuWidth - inset * 2}
        isHighlighted={option === 'width'}
        motion={sketch.motion}
      />
      {sketch.footer === 'static' && (
        <path
          d={`M${menuWidth + 4} 46.5h${72 - menuWidth}`}
          className={css.highlightLine}
          strokeDasharray="2 2"
        />
      )}
      {sketch.footer === 'sticky' && (
        <rect x={menuWidth} y="45" width={80 - menuWidth} height="7" className={css.highlight} />
      )}
      {sketch.toTop && (
        <g>
          <circle cx="71" cy="43" r="5" className={css.highlight} />
          <path d="M71 45.5v-5m-2 2 2-2 2 2" className={css.arrow} />
        </g>
      )}
      {sketch.skin === 'system' && <path d="M80 0v52H26z" className={css.darkHalf} />}
      {menu === 'hidden' && option === 'menu' && (
        <path d="M8 6h5m-5 3h5" className={css.highlightLine} />
      )}
      {value === 'auto' && (
        <text x="49" y="37" className={css.letters}>
          A ع
        </text>
      )}
    </svg>
  )
}

function MenuPart({
  menu,
  width,
  isHighlighted,
  isSecondaryHighlight,
}: {
  menu: string
  width: number
  isHighlighted: boolean
  isSecondaryHighlight: boolean
}) {
  if (menu === 'hidden') return null
  if (menu === 'horizontal')
    return (
      <g>
        <rect width="80" height="7" className={css.menu} />
        <path d="M4 3.5h8m4 0h8m4 0h8" className={css.highlightLine} />
      </g>
    )
  const [from, end] = width < 10 ? [2.5, 5.5] : [4, width - 4]
  return (
    <g>
      <rect width={width} height="52" className={css.menu} />
      <path
        d={`M${from} 8H${end}`}
        className={isHighlighted || isSecondaryHighlight ? css.highlightLine : css.menuLine}
      />
      <path d={`M${from} 14H${end}M${from} 20H${end}M${from} 26H${end}`} className={css.menuLine} />
    </g>
  )
}

function NavbarPart({
  type,
  color,
  x,
  y,
  inset,
  isHighlighted,
}: {
  type: string
  color: string | undefined
  x: number
  y: number
  inset: number
  isHighlighted: boolean
}) {
  if (type === 'hidden') return null
  const isFloating = type === 'floating'
  const position = isFloating
    ? { x: x + inset, y: y + 4, width: 80 - x - inset * 2, rx: 2 }
    : { x, y, width: 80 - x }
  return (
    <g>
      <rect
        {...position}
        height="7"
        className={isHighlighted ? css.highlight : css.navbar}
        data-color={color}
        opacity={type === 'static' ? 0.45 : 1}
      />
      {type === 'sticky' && isHighlighted && (
        <path d={`M${x + 6} 10.5v3m-1.5-1.5 1.5 1.5 1.5-1.5`} className={css.highlightLine} />
      )}
    </g>
  )
}

function CardsPart({
  x,
  y,
  width,
  isHighlighted,
  motion,
}: {
  x: number
  y: number
  width: number
  isHighlighted: boolean
  motion: string | undefined
}) {
  const halfWidth = (width - 4) / 2
  const cardClass = isHighlighted || motion === 'none' ? css.highlightedCard : css.card
  if (motion === 'zoom-in')
    return (
      <g>
        <rect x={x} y={y} width={width} height="28" rx="2" className={css.outline} />
        <rect x={x + 5} y={y + 4} width={width - 10} height="20" rx="2" className={css.highlight} />
      </g>
    )
  if (motion === 'fade-in')
    return (
      <g>
        {[0.15, 0.4, 0.9].map((opacity, index) => (
          <rect
            key={opacity}
            x={x + (width / 3) * index}
            y={y}
            width={width / 3 - 2}
            height="28"
            rx="2"
            className={css.highlight}
            opacity={opacity}
          />
        ))}
      </g>
    )
  return (
    <g>
      <rect x={x} y={y} width={halfWidth} height="12" rx="2" className={cardClass} />
      <rect
        x={x + halfWidth + 4}
        y={y}
        width={halfWidth}
        height="12"
        rx="2"
        className={cardClass}
      />
      <rect x={x} y={y + 15} width={width} height="12" rx="2" className={cardClass} />
    </g>
  )
}
