import account from './en/account.json'
import ui from './en/ui.json'

/** The part of English that the login page needs. */
export const texts = { account, ui }
