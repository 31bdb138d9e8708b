import type { Ctx } from '../context.ts'
import type { FileUpload, Upload } from '../files/uploads.ts'
import type { WireNames } from '../wire-names.ts'
import type { BodyFields } from './body-fields.ts'

/** What a row's function gets of a request: parsed parts, never the framework. */
export interface RestRequest {
  params: Record<string, string>
  query: Record<string, string | string[] | undefined>
  /** Of a write: only fields that its row names. */
  body: unknown
  headers: Record<string, string | string[] | undefined>
  /** For rows with `takesFile`: the part `file` of a multipart request, or null. */
  file(): Promise<RestFile | null>
  /** For rows with `takesMedia`: a picture or video, or null. */
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
  /** The file was longer than the server reads. */
  truncated: boolean
}

export type RestRoute = ReadRoute | WriteRoute

interface ReadRoute extends Row {
  method: 'GET'
}

interface WriteRoute extends Row {
  method: 'POST' | 'PUT' | 'DELETE'
  /** The fields a body may have; any other is refused. */
  body: BodyFields
}

interface Row {
  /** Below /api and /apiSa, in the router's syntax: `/email-queue/:id`. */
  path: string
  /** Takes a multipart request with the part `file`. */
  takesFile?: boolean
  /** Takes a picture or video as the part `file`, and `poster`. A video goes to the disk and not into memory. */
  takesMedia?: boolean
  /** Where the row's parameters have other names than the fields of its service function. */
  wireNames?: WireNames
  /** Answers the documented body, or a RestDownload. */
  run(ctx: Ctx, request: RestRequest): Promise<unknown>
}
