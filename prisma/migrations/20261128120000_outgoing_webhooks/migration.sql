-- Outgoing webhooks, and deliveries that are claimed from their table (docs/decisions/0113).
CREATE TABLE "WebhookEndpoint" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "topics" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabledReason" TEXT,
    "failingSince" TIMESTAMPTZ(3),
    "oldSecretUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WebhookEndpoint_pkey" PRIMARY KEY ("shopId","id")
);

ALTER TABLE "IntegrationDelivery" ADD COLUMN "lane" TEXT, ADD COLUMN "endpointId" UUID, ADD COLUMN "dueAt" TIMESTAMPTZ(3),
  ADD COLUMN "leaseUntil" TIMESTAMPTZ(3), ADD COLUMN "answer" TEXT, ADD COLUMN "durationMs" INTEGER;
-- Deliveries that wait in a queue of pg-boss are due at once.
UPDATE "IntegrationDelivery" SET "lane" = "integration", "dueAt" = "createdAt";
ALTER TABLE "IntegrationDelivery" ALTER COLUMN "lane" SET NOT NULL, ALTER COLUMN "dueAt" SET NOT NULL;
ALTER TABLE "IntegrationDelivery" ADD CONSTRAINT "IntegrationDelivery_shopId_endpointId_fkey" FOREIGN KEY ("shopId", "endpointId") REFERENCES "WebhookEndpoint"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "IntegrationDelivery_shopId_endpointId_id_idx" ON "IntegrationDelivery"("shopId", "endpointId", "id");
CREATE INDEX "IntegrationDelivery_due_idx" ON "IntegrationDelivery"("dueAt") WHERE "state" = 'waiting';
CREATE INDEX "IntegrationDelivery_lane_idx" ON "IntegrationDelivery"("shopId", "lane", "dueAt") WHERE "state" = 'waiting';
CREATE TRIGGER wake_schedules AFTER INSERT OR UPDATE OF "dueAt" ON "IntegrationDelivery" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();

ALTER TABLE "WebhookEndpoint" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "WebhookEndpoint" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "WebhookEndpoint" TO candor_app;
  END IF;
END $$;

-- Makes a UUID of version 7, as the ids of rows are: it grows with time.
CREATE FUNCTION candor_new_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;
