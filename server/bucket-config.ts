import { z } from 'zod'
import { ApiUrl, SecretToken } from './config-values.ts'
import { createConfigError } from './startup-error.ts'

/** How buckets of an S3 service are reached. */
export type BucketAccess = {
  /** Without it, the service is that of AWS. */
  endpoint: string | undefined
  region: string
  /** Without them, the client looks for the credentials of AWS, such as those of the machine. */
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** A folder of a bucket. `prefix` is empty or ends with a slash. */
export type Bucket = { name: string; prefix: string; access: BucketAccess }

const bucketUrlPattern =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w!'()-][\w.!'()-]*)*)\/?$/

export const bucketVariables = {
  FILES_URL: z
    .string()
    .regex(bucketUrlPattern, 'must look like s3://bucket or s3://bucket/folder')
    .optional(),
  FILES_ENDPOINT: ApiUrl.optional(),
  FILES_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  FILES_ACCESS_KEY: SecretToken.optional(),
  FILES_SECRET_KEY: SecretToken.optional(),
}

export type BucketConfig = {
  /** How buckets are reached, for files and for backups. */
  bucketAccess: BucketAccess
  /** Where files are stored. Without it, they are in the data folder. */
  bucket: Bucket | undefined
}

type BucketValues = {
  FILES_URL?: string | undefined
  FILES_ENDPOINT?: string | undefined
  FILES_REGION: string
  FILES_ACCESS_KEY?: string | undefined
  FILES_SECRET_KEY?: string | undefined
}

/** @throws StartupError for one key without the other */
export function toBucketConfig({
  FILES_URL: url,
  FILES_ENDPOINT: endpoint,
  FILES_REGION: region,
  FILES_ACCESS_KEY: accessKeyId,
  FILES_SECRET_KEY: secretAccessKey,
}: BucketValues): BucketConfig {
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw createConfigError(
      'FILES_ACCESS_KEY and FILES_SECRET_KEY need each other. Set both variables.',
    )
  const keys =
    accessKeyId === undefined || secretAccessKey === undefined
      ? undefined
      : { accessKeyId, secretAccessKey }
  const bucketAccess = { endpoint, region, keys }
  return { bucketAccess, bucket: url === undefined ? undefined : parseBucketUrl(url, bucketAccess) }
}

/** Returns the bucket of a URL such as `s3://bucket/folder`, or undefined for other texts. */
export function parseBucketUrl(url: string, access: BucketAccess): Bucket | undefined {
  const [, name, folder = ''] = bucketUrlPattern.exec(url) ?? []
  return name === undefined ? undefined : { name, prefix: folder && `${folder.slice(1)}/`, access }
}

/** Returns the URL of a bucket, without a slash at its end. */
export const formatBucketUrl = ({ name, prefix }: Bucket) =>
  `s3://${name}/${prefix}`.replace(/\/$/, '')
