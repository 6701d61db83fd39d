export { type DeployOptions, deploy, describePlan, plannedDeploy } from './deploy.ts';
export { createDeployer, type Deployer } from './deployer.ts';
export { readDeployed } from './plan.ts';
export { openTarget } from './target.ts';
export type { DeployPlan } from './types.ts';
