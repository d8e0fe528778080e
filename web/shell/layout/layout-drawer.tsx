import { Button, Drawer } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { setCustomizerOpen } from '../../lib/preference/customizer-state.ts'
import {
  type ShellLayout,
  type ShellLayoutChange,
  skins,
  updateLayout,
  useLayout,
} from '../../lib/preference/layout.ts'
import { FocusReturn } from '../../ui/dialog/focus-return.tsx'
import css from './layout-drawer.module.css'
import { LayoutIllustration } from './layout-illustration.tsx'

const directions = ['auto', 'ltr', 'rtl'] as const
const menus = ['vertical', 'collapsed', 'horizontal', 'hidden'] as const
const widths = ['boxed', 'full'] as const
const navbarTypes = ['floating', 'sticky', 'static', 'hidden'] as const
const navbarColors = ['white', 'tinted', 'accent', 'dark'] as const
const footers = ['static', 'sticky', 'hidden'] as const
const transitions = ['fade-in', 'zoom-in', 'none'] as const
const switches = ['on', 'off'] as const

type MenuChoice = (typeof menus)[number]
function getMenuChoice({ menuHidden, menuLayout, menuCollapsed }: ShellLayout): MenuChoice {
  if (menuHidden) return 'hidden'
  if (menuLayout === 'horizontal') return 'horizontal'
  return menuCollapsed ? 'collapsed' : 'vertical'
}
const layoutByMenuChoice: Record<
  MenuChoice,
  Pick<ShellLayout, 'menuLayout' | 'menuHidden'> & { menuCollapsed?: boolean }
> = {
  vertical: { menuLayout: 'vertical', menuHidden: false, menuCollapsed: false },
  collapsed: { menuLayout: 'vertical', menuHidden: false, menuCollapsed: true },
  horizontal: { menuLayout: 'horizontal', menuHidden: false },
  hidden: { menuLayout: 'vertical', menuHidden: true },
}

const clearedLayout: ShellLayoutChange = {
  skin: undefined,
  contentWidth: undefined,
  transition: undefined,
  menuLayout: undefined,
  menuCollapsed: undefined,
  menuHidden: undefined,
  navbarColor: undefined,
  navbarType: undefined,
  footerType: undefined,
  direction: undefined,
  scrollToTop: undefined,
}

/** The drawer with the layout options, each with an illustration. A change applies immediately. */
export function LayoutDrawer({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  const layout = useLayout()
  return (
    <Drawer
      opened={isOpen}
      onClose={() => setCustomizerOpen(false)}
      position="right"
      size={384}
      padding={0}
      title={t('shell.customizer.title')}
      lockScroll={false}
      overlayProps={{ backgroundOpacity: 0 }}
      classNames={{ content: css.content, header: css.header, title: css.title, body: css.body }}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <FocusReturn />
      <div className={css.groups}>
        <LayoutChoice
          name="skin"
          getLabel={option => t(`shell.customizer.skin.${option}`)}
          options={skins}
          value={layout.skin}
          onChange={skin => updateLayout({ skin })}
        />
        <LayoutChoice
          name="menu"
          getLabel={option => t(`shell.customizer.menu.${option}`)}
          options={menus}
          value={getMenuChoice(layout)}
          onChange={menu => updateLayout(layoutByMenuChoice[menu])}
        />
        <LayoutChoice
          name="width"
          getLabel={option => t(`shell.customizer.width.${option}`)}
          options={widths}
          value={layout.contentWidth}
          onChange={contentWidth => updateLayout({ contentWidth })}
        />
        <LayoutChoice
          name="navbar"
          getLabel={option => t(`shell.customizer.navbar.${option}`)}
          options={navbarTypes}
          value={layout.navbarType}
          onChange={navbarType => updateLayout({ navbarType })}
        />
        <LayoutChoice
          name="color"
          getLabel={option => t(`shell.customizer.color.${option}`)}
          options={navbarColors}
          value={layout.navbarColor}
          onChange={navbarColor => updateLayout({ navbarColor })}
        />
        <LayoutChoice
          name="footer"
          getLabel={option => t(`shell.customizer.footer.${option}`)}
          options={footers}
          value={layout.footerType}
          onChange={footerType => updateLayout({ footerType })}
        />
        <LayoutChoice
          name="direction"
          getLabel={option => t(`shell.customizer.direction.${option}`)}
          options={directions}
          value={layout.direction ?? 'auto'}
          onChange={direction =>
            updateLayout({ direction: direction === 'auto' ? undefined : direction })
          }
        />
        <LayoutChoice
          name="transition"
          getLabel={option => t(`shell.customizer.transition.${option}`)}
          options={transitions}
          value={layout.transition}
          onChange={transition => updateLayout({ transition })}
        />
        <LayoutChoice
          name="toTop"
          getLabel={option => t(`shell.customizer.toTop.${option}`)}
          options={switches}
          value={layout.scrollToTop ? 'on' : 'off'}
          onChange={isOn => updateLayout({ scrollToTop: isOn === 'on' })}
        />
      </div>
      <div className={css.footer}>
        <Button variant="default" fullWidth onClick={() => updateLayout(clearedLayout)}>
          {t('shell.customizer.reset')}
        </Button>
      </div>
    </Drawer>
  )
}

type LayoutOption =
  | 'skin'
  | 'menu'
  | 'width'
  | 'navbar'
  | 'color'
  | 'footer'
  | 'direction'
  | 'transition'
  | 'toTop'

type ChoiceProps<V extends string> = {
  name: LayoutOption
  options: readonly V[]
  getLabel: (option: V) => string
  value: V
  onChange: (value: V) => void
}

function LayoutChoice<V extends string>({
  name,
  options,
  getLabel,
  value,
  onChange,
}: ChoiceProps<V>) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t(`shell.customizer.${name}.label`)}</legend>
      <div className={css.cards}>
        {options.map(option => (
          <ChoiceCard
            key={option}
            group={id}
            label={getLabel(option)}
            isSelected={option === value}
            onChange={() => onChange(option)}
          >
            <LayoutIllustration option={name} value={option} />
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  )
}

function ChoiceCard({
  group,
  label,
  isSelected,
  onChange,
  children,
}: {
  group: string
  label: string
  isSelected: boolean
  onChange: () => void
  children: ReactNode
}) {
  return (
    <label className={css.card}>
      <input
        type="radio"
        className="sw-hidden"
        name={group}
        checked={isSelected}
        onChange={onChange}
      />
      <span className={css.illustration}>{children}</span>
      <span className={css.label}>{label}</span>
    </label>
  )
}
