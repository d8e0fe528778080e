/** What a person typed before they were asked for a code. Kept in memory alone, and only until it is sent again. */
type Pending = { email: string; password: string }

let pending: Pending | undefined

export const pendingLogin = () => pending

export function keepPendingLogin(login: Pending | undefined) {
  pending = login
}
