import { Menu } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowLeft,
  IconId,
  IconLanguage,
  IconLock,
  IconLogout,
  IconMoon,
  IconUserCircle,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { languages } from '#contract/lib/text/languages.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { setCustomizerOpen } from '../lib/preference/customizer-state.ts'
import { changeLanguage } from '../lib/preference/i18n.ts'
import { useLanguage } from '../lib/preference/language.ts'
import { skins, updateLayout, useLayout } from '../lib/preference/layout.ts'
import { lockScreen, useSession } from '../lib/session/session.ts'
import { useLogOut } from '../lib/session/use-log-out.ts'
import css from './account-menu.module.css'

type Submenu = 'language' | 'skin'

/**
 * The content of the account menu. The choices of language and appearance replace the main entries,
 * which works without hover on phones.
 */
export function AccountMenu() {
  const [submenu, setSubmenu] = useState<Submenu>()
  if (submenu === undefined) return <MainEntries onOpen={setSubmenu} />
  return submenu === 'language' ? (
    <LanguageChoice onBack={() => setSubmenu(undefined)} />
  ) : (
    <SkinChoice onBack={() => setSubmenu(undefined)} />
  )
}

function MainEntries({ onOpen }: { onOpen: (submenu: Submenu) => void }) {
  const { t } = useTranslation()
  const user = useSession()
  const logOut = useLogOut()
  const { skin } = useLayout()
  const language = useLanguage()
  return (
    <>
      <div className={css.user}>
        <strong>{user?.fullName}</strong>
        <span>{formatEmail(user?.email ?? '')}</span>
      </div>
      <Menu.Divider />
      <Menu.Item
        component={Link}
        to="/apps/profile"
        leftSection={<IconId size={16} stroke={1.75} />}
      >
        {t('shell.menu.profile')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to="/apps/account"
        leftSection={<IconUserCircle size={16} stroke={1.75} />}
      >
        {t('shell.menu.account')}
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconLanguage size={16} stroke={1.75} />}
        rightSection={
          <span className={css.value} lang={language}>
            {languages.find(({ code }) => code === language)?.name}
          </span>
        }
        onClick={() => onOpen('language')}
      >
        {t('ui.language')}
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconMoon size={16} stroke={1.75} />}
        rightSection={<span className={css.value}>{t(`shell.customizer.skin.${skin}`)}</span>}
        onClick={() => onOpen('skin')}
      >
        {t('shell.customizer.skin.label')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconAdjustments size={16} stroke={1.75} />}
        aria-keyshortcuts=","
        onClick={() => setCustomizerOpen()}
      >
        {t('shell.customizer.open')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLock size={16} stroke={1.75} />} onClick={lockScreen}>
        {t('shell.navbar.lock')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => void logOut()}>
        {t('shell.navbar.logout')}
      </Menu.Item>
    </>
  )
}

function LanguageChoice({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const currentLanguage = useLanguage()
  return (
    <SubmenuEntries title={t('ui.language')} onBack={onBack}>
      {languages.map(({ code, name }) => (
        <Menu.RadioItem
          key={code}
          lang={code}
          value={code}
          checked={code === currentLanguage}
          closeMenuOnClick
          onChange={() => void changeLanguage(code)}
        >
          {name}
        </Menu.RadioItem>
      ))}
    </SubmenuEntries>
  )
}

function SkinChoice({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const { skin: currentSkin } = useLayout()
  return (
    <SubmenuEntries title={t('shell.customizer.skin.label')} onBack={onBack}>
      {skins.map(skin => (
        <Menu.RadioItem
          key={skin}
          value={skin}
          checked={skin === currentSkin}
          closeMenuOnClick
          onChange={() => updateLayout({ skin })}
        >
          {t(`shell.customizer.skin.${skin}`)}
        </Menu.RadioItem>
      ))}
    </SubmenuEntries>
  )
}

function SubmenuEntries({
  title,
  onBack,
  children,
}: {
  title: string
  onBack: () => void
  children: ReactNode
}) {
  return (
    <>
      <Menu.Item
        autoFocus
        closeMenuOnClick={false}
        leftSection={<IconArrowLeft size={16} stroke={1.75} className="sw-flip" />}
        onClick={onBack}
      >
        {title}
      </Menu.Item>
      <Menu.Divider />
      {children}
    </>
  )
}
