/** What a person typed before they were asked for a code. Kept in memory alone, and only until it is sent again. */
type LoginCredentials = { email: string; password: string }

let pendingCredentials: LoginCredentials | undefined

export const getPendingLogin = () => pendingCredentials

export function setPendingLogin(login: LoginCredentials | undefined) {
  pendingCredentials = login
}
