import { StartupError } from './startup-error.ts'

const wrongKeys = 'The service rejects the keys. Check FILES_ACCESS_KEY and FILES_SECRET_KEY.'
const wrongRegion = 'The bucket is in another region. Set FILES_REGION.'
const bucketFailures: Record<string, string> = {
  NoSuchBucket: 'There is no such bucket. Create the bucket, or correct its name.',
  AccessDenied:
    'The keys need the permissions s3:GetObject, s3:PutObject, s3:DeleteObject, ' +
    's3:AbortMultipartUpload and s3:ListBucket.',
  InvalidAccessKeyId: wrongKeys,
  SignatureDoesNotMatch: wrongKeys,
  CredentialsProviderError:
    'There are no keys. Set FILES_ACCESS_KEY and FILES_SECRET_KEY, or a role of the machine.',
  ExpiredToken: 'The keys have expired. Renew them.',
  RequestTimeTooSkewed: 'The clock of this machine is wrong. Set it, for example by NTP.',
  CHECKSUM_MISMATCH: 'The bucket returns other bytes than were stored.',
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
}

/** Returns a sentence about an error of a bucket. `needsOperator` is false if it can pass by itself. */
export function describeBucketFailure(error: unknown): { reason: string; needsOperator: boolean } {
  const { name, status } = findFailure(error)
  const failure = describeOperatorFailure(error)
  return {
    reason: failure ?? `The reason is ${name}.`,
    needsOperator: failure !== undefined || (status >= 300 && status < 500 && status !== 429),
  }
}

/** Returns a sentence about an error of a bucket that only the operator can repair. */
export function describeOperatorFailure(error: unknown): string | undefined {
  const { name, status } = findFailure(error)
  return bucketFailures[name] ?? (status === 403 ? bucketFailures['AccessDenied'] : undefined)
}

/** Returns the message of a command that failed, or the error itself if it is unexpected. */
export function explainCommandError(error: unknown): unknown {
  if (error instanceof StartupError) return error.message
  return findFailure(error).isOfBucket
    ? `The bucket cannot be used. ${describeBucketFailure(error).reason}`
    : error
}

type FoundFailure = { name: string; status: number; isOfBucket: boolean }

/** The library wraps the error of the client as its cause. */
function findFailure(error: unknown): FoundFailure {
  if (!(error instanceof Error)) return { name: String(error), status: 0, isOfBucket: false }
  if (error.cause instanceof Error && !('$metadata' in error)) return findFailure(error.cause)
  const metadata = '$metadata' in error ? error.$metadata : undefined
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
      ? Number(metadata.httpStatusCode)
      : 0
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { name: code || error.name, status, isOfBucket: metadata !== undefined }
}
