import { Button, Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showCustomizer } from '../lib/preference/customizer-open.ts'
import {
  chooseLayout,
  type Layout,
  type LayoutChange,
  useLayout,
} from '../lib/preference/layout.ts'
import css from './customizer.module.css'
import { LayoutPicture } from './layout-picture.tsx'

const skins = ['light', 'dark', 'bordered', 'semi-dark', 'system'] as const
const directions = ['auto', 'ltr', 'rtl'] as const
const menus = ['vertical', 'collapsed', 'horizontal', 'hidden'] as const
const widths = ['boxed', 'full'] as const
const navbarTypes = ['floating', 'sticky', 'static', 'hidden'] as const
const navbarColours = ['white', 'tinted', 'accent', 'dark'] as const
const footers = ['static', 'sticky', 'hidden'] as const
const transitions = ['fade-in', 'zoom-in', 'none'] as const
const switches = ['on', 'off'] as const

type MenuChoice = (typeof menus)[number]
const menuOf = ({ menuHidden, menuLayout, menuCollapsed }: Layout): MenuChoice =>
  menuHidden
    ? 'hidden'
    : menuLayout === 'horizontal'
      ? 'horizontal'
      : menuCollapsed
        ? 'collapsed'
        : 'vertical'
const menuAs: Record<
  MenuChoice,
  Pick<Layout, 'menuLayout' | 'menuHidden'> & { menuCollapsed?: boolean }
> = {
  vertical: { menuLayout: 'vertical', menuHidden: false, menuCollapsed: false },
  collapsed: { menuLayout: 'vertical', menuHidden: false, menuCollapsed: true },
  horizontal: { menuLayout: 'horizontal', menuHidden: false },
  hidden: { menuLayout: 'vertical', menuHidden: true },
}

const nothing: LayoutChange = {
  skin: undefined,
  contentWidth: undefined,
  transition: undefined,
  menuLayout: undefined,
  menuCollapsed: undefined,
  menuHidden: undefined,
  navbarColour: undefined,
  navbarType: undefined,
  footerType: undefined,
  direction: undefined,
  scrollToTop: undefined,
}

/** How the frame looks, chosen by pictures of it. Whatever is chosen is seen at once, behind the panel. */
export function Customizer({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  const layout = useLayout()
  // It is loaded open; only a panel that opens after it was drawn knows what to give the focus back to.
  const [isShown, setShown] = useState(false)
  useEffect(
    function followWish() {
      setShown(isOpen)
    },
    [isOpen],
  )
  return (
    <Drawer
      opened={isShown}
      onClose={() => showCustomizer(false)}
      position="right"
      size={384}
      padding={0}
      title={t('shell.customizer.title')}
      lockScroll={false}
      overlayProps={{ backgroundOpacity: 0 }}
      classNames={{ content: css.content, header: css.header, title: css.title, body: css.body }}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={css.groups}>
        <Choice
          name="skin"
          word={option => t(`shell.customizer.skin.${option}`)}
          options={skins}
          value={layout.skin}
          onChoose={skin => chooseLayout({ skin })}
        />
        <Choice
          name="menu"
          word={option => t(`shell.customizer.menu.${option}`)}
          options={menus}
          value={menuOf(layout)}
          onChoose={menu => chooseLayout(menuAs[menu])}
        />
        <Choice
          name="width"
          word={option => t(`shell.customizer.width.${option}`)}
          options={widths}
          value={layout.contentWidth}
          onChoose={contentWidth => chooseLayout({ contentWidth })}
        />
        <Choice
          name="navbar"
          word={option => t(`shell.customizer.navbar.${option}`)}
          options={navbarTypes}
          value={layout.navbarType}
          onChoose={navbarType => chooseLayout({ navbarType })}
        />
        <Choice
          name="colour"
          word={option => t(`shell.customizer.colour.${option}`)}
          options={navbarColours}
          value={layout.navbarColour}
          onChoose={navbarColour => chooseLayout({ navbarColour })}
        />
        <Choice
          name="footer"
          word={option => t(`shell.customizer.footer.${option}`)}
          options={footers}
          value={layout.footerType}
          onChoose={footerType => chooseLayout({ footerType })}
        />
        <Choice
          name="direction"
          word={option => t(`shell.customizer.direction.${option}`)}
          options={directions}
          value={layout.direction ?? 'auto'}
          onChoose={direction =>
            chooseLayout({ direction: direction === 'auto' ? undefined : direction })
          }
        />
        <Choice
          name="transition"
          word={option => t(`shell.customizer.transition.${option}`)}
          options={transitions}
          value={layout.transition}
          onChoose={transition => chooseLayout({ transition })}
        />
        <Choice
          name="toTop"
          word={option => t(`shell.customizer.toTop.${option}`)}
          options={switches}
          value={layout.scrollToTop ? 'on' : 'off'}
          onChoose={isOn => chooseLayout({ scrollToTop: isOn === 'on' })}
        />
      </div>
      <div className={css.foot}>
        <Button variant="default" fullWidth onClick={() => chooseLayout(nothing)}>
          {t('shell.customizer.reset')}
        </Button>
      </div>
    </Drawer>
  )
}

type Group =
  | 'skin'
  | 'menu'
  | 'width'
  | 'navbar'
  | 'colour'
  | 'footer'
  | 'direction'
  | 'transition'
  | 'toTop'

type ChoiceProps<V extends string> = {
  name: Group
  options: readonly V[]
  word: (option: V) => string
  value: V
  onChoose: (value: V) => void
}

function Choice<V extends string>({ name, options, word, value, onChoose }: ChoiceProps<V>) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t(`shell.customizer.${name}.label`)}</legend>
      <div className={css.cards}>
        {options.map(option => (
          <Card
            key={option}
            group={id}
            word={word(option)}
            isChosen={option === value}
            onChoose={() => onChoose(option)}
          >
            <LayoutPicture shows={name} as={option} />
          </Card>
        ))}
      </div>
    </fieldset>
  )
}

function Card({
  group,
  word,
  isChosen,
  onChoose,
  children,
}: {
  group: string
  word: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label className={css.card}>
      <input
        type="radio"
        className="sw-hidden"
        name={group}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className={css.picture}>{children}</span>
      <span className={css.word}>{word}</span>
    </label>
  )
}
