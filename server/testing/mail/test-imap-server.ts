import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type MailboxInput, mailboxApi } from '#contract/store/mailbox.ts'
import { findFreePort } from '../../db/cluster/find-free-port.ts'
import { eventually } from '../eventually.ts'
import type { TestApp } from '../testing.ts'

const program = '/usr/sbin/dovecot'
const opensslProgram = '/usr/bin/openssl'
/** Tests of mailboxes need the Debian packages dovecot-imapd and openssl. */
export const hasImapServer = existsSync(program) && existsSync(opensslProgram)

const user = userInfo()
const isRoot = user.uid === 0
/** Dovecot opens no mailbox as root. */
const owner = isRoot ? { uid: 65534, gid: 65534 } : user

export const mailboxUser = { username: 'store@example.com', password: 'kettle' }

/** Starts Dovecot with one mailbox. This process trusts its certificate for `localhost`. */
export async function startImapServer() {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-imap-'))
  await chmod(folder, 0o755)
  const mailFolder = join(folder, 'mail')
  for (const path of [mailFolder, ...['cur', 'new', 'tmp'].map(name => join(mailFolder, name))]) {
    await mkdir(path)
    await setOwner(path)
  }
  const ports = { tls: await findFreePort(), starttls: await findFreePort() }
  createCertificate(folder)
  await writeFile(join(folder, 'users'), `${mailboxUser.username}:{PLAIN}${mailboxUser.password}\n`)
  await writeFile(join(folder, 'dovecot.conf'), describeConfig(folder, ports))
  let server = await startServer(folder, ports.tls)
  let count = 0
  return {
    ports,
    /** Adds a new email. */
    async deliver(content: string | Buffer) {
      count += 1
      const name = `${Date.now()}.${count}.test`
      const path = join(mailFolder, 'tmp', name)
      await writeFile(path, content)
      await setOwner(path)
      await rename(path, join(mailFolder, 'new', name))
    },
    /** Gives new UIDs to all emails, as after a server was restored from a backup. */
    async renumber() {
      await stopServer(server)
      for (const name of await readdir(mailFolder))
        if (/^dovecot[.-](index|uidlist)/.test(name)) await rm(join(mailFolder, name))
      server = await startServer(folder, ports.tls)
    },
    /** Deletes all emails. */
    async clear() {
      for (const name of ['new', 'cur'])
        for (const file of await readdir(join(mailFolder, name)))
          await rm(join(mailFolder, name, file))
    },
    /** Returns the names of the emails, which contain their flags. */
    async listFiles() {
      const names = ['new', 'cur'].map(name => readdir(join(mailFolder, name)))
      return (await Promise.all(names)).flat()
    },
    async close() {
      await stopServer(server)
      await rm(folder, { recursive: true })
    },
  }
}

const setOwner = (path: string) => chown(path, owner.uid, owner.gid)

/** Creates the files `key.pem` and `cert.pem`, which this process trusts for `localhost`. */
export function createCertificate(folder: string): void {
  execFileSync(
    opensslProgram,
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
    ],
    { stdio: 'ignore' },
  )
  const certificate = readFileSync(join(folder, 'cert.pem'), 'utf8')
  setDefaultCACertificates([...getCACertificates('default'), certificate])
}

/** Only root can start processes of other users, and change their root folder. */
const ownUserConfig = `
default_internal_user = ${user.username}
default_login_user = ${user.username}
service anvil {
  chroot =
}`

const describeConfig = (folder: string, ports: { tls: number; starttls: number }) => `
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_failure_delay = 0
mail_location = maildir:${folder}/mail
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail allow_all_users=yes
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.starttls}
  }
  inet_listener imaps {
    port = ${ports.tls}
    ssl = yes
  }
}
# No pause after wrong passwords.
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
${isRoot ? '' : ownUserConfig}
`

async function startServer(folder: string, port: number): Promise<ChildProcess> {
  const server = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' })
  await eventually(async () => {
    if (server.exitCode !== null) throw new Error('Dovecot has ended.')
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect').finally(() => socket.destroy())
  })
  return server
}

async function stopServer(server: ChildProcess): Promise<void> {
  const exit = once(server, 'exit')
  server.kill()
  await exit
}

/** Connects the mailbox of `mailboxUser` to the store of the owner. */
export const connectMailbox = (t: TestApp, port: number, change: Partial<MailboxInput> = {}) =>
  t.call('owner', mailboxApi.connect, {
    body: { server: 'localhost', port, encryption: 'tls', ...mailboxUser, ...change },
  })
