-- Under which names of files a product's reviews came in (docs/decisions/0025).

-- CreateTable
CREATE TABLE "ImportedName" (
    "shopId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "productId" UUID NOT NULL,

    CONSTRAINT "ImportedName_pkey" PRIMARY KEY ("shopId","name","productId")
);

-- CreateIndex
CREATE INDEX "ImportedName_shopId_productId_idx" ON "ImportedName"("shopId", "productId");

-- AddForeignKey
ALTER TABLE "ImportedName" ADD CONSTRAINT "ImportedName_shopId_productId_fkey" FOREIGN KEY ("shopId", "productId") REFERENCES "Product"("shopId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ImportedName" ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_shop ON "ImportedName" USING ("shopId" = nullif(current_setting('app.shop', true), '')::uuid);
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'candor_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "ImportedName" TO candor_app;
  END IF;
END $$;
