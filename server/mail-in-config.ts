/** How emails to stores are received. */
export type MailInConfig = {
  /** The domain of the email addresses of stores. */
  host: string
  /** The port that receives emails by `protocol`. Without it, none is open. */
  port: number | undefined
  protocol: 'smtp' | 'lmtp'
  /** The secret of the URL at which a provider delivers emails. */
  secret: string | undefined
  /** Whether reports about campaigns go to addresses of this host. Some mail servers reject such a sender. */
  hasReturnPath: boolean
}

type MailInValues = {
  ROLE: 'all' | 'web' | 'jobs'
  MAIL_IN_HOST?: string | undefined
  MAIL_IN_PORT?: number | undefined
  MAIL_IN_PROTOCOL: 'smtp' | 'lmtp'
  MAIL_IN_SECRET?: string | undefined
  MAIL_IN_RETURN_PATH: boolean
}

/** Returns undefined without a host: no emails are received then. */
export const toMailIn = (values: MailInValues): MailInConfig | undefined =>
  values.MAIL_IN_HOST === undefined
    ? undefined
    : {
        host: values.MAIL_IN_HOST,
        port: values.ROLE === 'web' ? undefined : values.MAIL_IN_PORT,
        protocol: values.MAIL_IN_PROTOCOL,
        secret: values.MAIL_IN_SECRET,
        hasReturnPath: values.MAIL_IN_RETURN_PATH,
      }
