import type { z } from 'zod'
import type { Feature } from '../../../rules/plans.ts'
import type { Ctx } from '../context.ts'
import type { FileUpload, Upload } from '../files/uploads.ts'
import type { WireNames } from '../wire-names.ts'

export interface RestRequest {
  params: Record<string, string>
  /** Only parameters that the route names. */
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
  /** Names the fields of the JSON body. Other fields are refused. */
  body: z.core.$ZodType
}

/** What a route answers. `/openapi.json` describes it. */
export type RestAnswer =
  /** `{ success, data, message? }`. */
  | { data: z.core.$ZodType }
  /** `{ success, data: [row], pagination }`. */
  | { page: z.core.$ZodType }
  /** The whole body. */
  | { body: z.core.$ZodType }
  /** A file of this content type, or `data` if the query doesn't ask for a file. */
  | { file: string; data?: z.core.$ZodType }

interface Row {
  /** Path below /api and /apiSa, in the router's syntax: `/email-queue/:id`. */
  path: string
  /** What it does, for `/openapi.json`: `Publish a review`. */
  summary: string
  /** More about it, in Markdown. */
  description?: string
  /** Query parameters. Others don't reach `run`. */
  query?: z.ZodObject
  /** `run` gets all query parameters and refuses unknown ones. */
  refusesParams?: boolean
  answer: RestAnswer
  /** Feature that the plan must include, or that a part of the request needs. */
  feature?: Feature
  /** API keys are refused. */
  personOnly?: boolean
  /** Accepts a multipart request with the part `file`. */
  takesFile?: boolean
  /** Accepts a picture or video as the part `file`, and `poster`. A video goes to disk, not into memory. */
  takesMedia?: boolean
  /** Names of parameters that differ from the fields of the service function. */
  wireNames?: WireNames
  run(ctx: Ctx, request: RestRequest): Promise<unknown>
}
