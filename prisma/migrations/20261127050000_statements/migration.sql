-- Statements of reasons for refused reviews, and where a review comes from (docs/decisions/0100, 0101).
ALTER TABLE "Review"
ADD COLUMN "channel" TEXT,
ADD COLUMN "deliveredAt" TIMESTAMPTZ(3),
ADD COLUMN "emailConfirmedAt" TIMESTAMPTZ(3);

CREATE TABLE "ReviewStatement" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "act" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "gone" BOOLEAN NOT NULL DEFAULT false,
    "snapshot" JSONB,
    "mailedAt" TIMESTAMPTZ(3),
    "objection" TEXT NOT NULL DEFAULT '',
    "objectedAt" TIMESTAMPTZ(3),
    "decision" TEXT,
    "answer" TEXT NOT NULL DEFAULT '',
    "decidedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewStatement_pkey" PRIMARY KEY ("shopId","id")
);

CREATE INDEX "ReviewStatement_shopId_reviewId_idx" ON "ReviewStatement"("shopId", "reviewId");
CREATE INDEX "ReviewStatement_gone" ON "ReviewStatement"("shopId") WHERE gone;

ALTER TABLE "ReviewStatement" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "ReviewStatement" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ReviewStatement" TO candor_app;
  END IF;
END $$;

UPDATE "Review" r SET "deliveredAt" = o."deliveredAt" FROM "Order" o
WHERE o."shopId" = r."shopId" AND o.id = r."orderId" AND o."deliveredAt" IS NOT NULL;
UPDATE "Review" r SET "channel" = i.source FROM "Import" i
WHERE i."shopId" = r."shopId" AND i.id = r."importId" AND r.origin = 'imported';
