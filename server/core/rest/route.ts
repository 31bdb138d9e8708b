import type { Ctx } from '../context.ts'
import type { FileUpload, Upload } from '../files/uploads.ts'
import type { WireNames } from '../wire-names.ts'
import type { BodyFields } from './body-fields.ts'

export interface RestRequest {
  params: Record<string, string>
  query: Record<string, string | string[] | undefined>
  /** Body of a write: only fields that its route names. */
  body: unknown
  headers: Record<string, string | string[] | undefined>
  /** The part `file` of a multipart request; for routes with `takesFile`. */
  file(): Promise<RestFile | null>
  /** A picture or video; for routes with `takesMedia`. */
  media(): Promise<RestMedia | null>
}

export interface RestMedia {
  name: string
  contentType: string
  upload: Upload
  /** The part `poster`: a frame of a video. */
  poster: Buffer | null
}

export type RestFile = FileUpload & {
  name: string
  contentType: string
  /** The file exceeded the size limit. */
  truncated: boolean
}

export type RestRoute = ReadRoute | WriteRoute

interface ReadRoute extends Row {
  method: 'GET'
}

interface WriteRoute extends Row {
  method: 'POST' | 'PUT' | 'DELETE'
  body: BodyFields
}

interface Row {
  /** Path below /api and /apiSa, in the router's syntax: `/email-queue/:id`. */
  path: string
  /** Accepts a multipart request with the part `file`. */
  takesFile?: boolean
  /** Accepts a picture or video as the part `file`, and `poster`. A video goes to disk, not into memory. */
  takesMedia?: boolean
  /** Names of parameters that differ from the fields of the service function. */
  wireNames?: WireNames
  run(ctx: Ctx, request: RestRequest): Promise<unknown>
}
