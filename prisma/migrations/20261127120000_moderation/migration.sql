-- Reasons to look at a review first, and what reviews are compared by (docs/decisions/0108).

-- Sixteen hash partitions by shopId, as the reviews have.
CREATE OR REPLACE FUNCTION pg_temp.partitions(parent text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', parent || '_p' || part, parent, part);
  END LOOP;
END $$;

CREATE TABLE "ReviewSuspicion" (
    "shopId" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "reasons" JSONB NOT NULL,
    "kinds" TEXT[],
    "points" SMALLINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "ReviewSuspicion_pkey" PRIMARY KEY ("shopId","reviewId")
);
CREATE INDEX "ReviewSuspicion_shopId_createdAt_idx" ON "ReviewSuspicion"("shopId", "createdAt");
-- What the queue reads: the most points first, then the newest.
CREATE INDEX "ReviewSuspicion_queue_idx" ON "ReviewSuspicion"("shopId", "points" DESC, "reviewId" DESC) WHERE "settledAt" IS NULL;

CREATE TABLE "ReviewTrait" (
    "shopId" UUID NOT NULL,
    "trait" TEXT NOT NULL,
    "reviewId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "ReviewTrait_pkey" PRIMARY KEY ("shopId","trait","reviewId")
) PARTITION BY HASH ("shopId");
SELECT pg_temp.partitions('ReviewTrait');
CREATE INDEX "ReviewTrait_shopId_reviewId_idx" ON "ReviewTrait"("shopId", "reviewId");
CREATE INDEX "ReviewTrait_due_idx" ON "ReviewTrait"("expiresAt") WHERE "expiresAt" IS NOT NULL;

ALTER TABLE "ReviewSuspicion" ADD CONSTRAINT "ReviewSuspicion_shopId_reviewId_fkey" FOREIGN KEY ("shopId", "reviewId") REFERENCES "Review"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ReviewTrait" ADD CONSTRAINT "ReviewTrait_shopId_reviewId_fkey" FOREIGN KEY ("shopId", "reviewId") REFERENCES "Review"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['ReviewSuspicion', 'ReviewTrait'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_shop ON %I USING ("shopId" = nullif(current_setting(''app.shop'', true), '''')::uuid)', name);
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO candor_app', name);
    END IF;
  END LOOP;
END $$;
