/**
 * Credentials of a login that waits for its second step. Kept only in memory, until the code is
 * sent.
 */
type LoginCredentials = { email: string; password: string }

let pendingCredentials: LoginCredentials | undefined

export const getPendingLogin = () => pendingCredentials

export function setPendingLogin(login: LoginCredentials | undefined) {
  pendingCredentials = login
}
