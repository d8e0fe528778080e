import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { changeLanguage } from '../../lib/preference/i18n.ts'
import { languages, useLanguage } from '../../lib/preference/language.ts'

/** A menu of the languages. `onChange` is called after the page has changed its language. */
export function LanguageMenu({ onChange }: { onChange?: (language: string) => void }) {
  const { t } = useTranslation()
  const currentLanguage = useLanguage()
  const handleSelect = (code: (typeof languages)[number]['code']) =>
    void changeLanguage(code).then(() => onChange?.(code))
  return (
    <Menu position="bottom-end" width={176} checkIcon={<IconCheck size={16} stroke={1.75} />}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('ui.language')}>
          <IconLanguage size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map(({ code, name }) => (
          <Menu.RadioItem
            key={code}
            lang={code}
            value={code}
            checked={code === currentLanguage}
            closeMenuOnClick
            onChange={() => handleSelect(code)}
          >
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
