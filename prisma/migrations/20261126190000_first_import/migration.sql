-- AlterTable
ALTER TABLE "Shop" ADD COLUMN     "grantedScopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "installedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "FirstImport" (
    "shopId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3),
    "operationId" TEXT,
    "position" BIGINT NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "products" INTEGER NOT NULL DEFAULT 0,
    "orders" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "FirstImport_pkey" PRIMARY KEY ("shopId","id")
);

-- A shop has one at a time.
CREATE UNIQUE INDEX "FirstImport_running" ON "FirstImport"("shopId") WHERE "status" = 'running';
CREATE INDEX "FirstImport_open_idx" ON "FirstImport"("leaseUntil") WHERE "status" = 'running';
CREATE TRIGGER wake_schedules AFTER UPDATE OF "leaseUntil" ON "FirstImport" FOR EACH STATEMENT EXECUTE FUNCTION candor_wake_schedules();

ALTER TABLE "FirstImport" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "FirstImport" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "FirstImport" TO candor_app;
  END IF;
END $$;
