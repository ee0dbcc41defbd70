/** Cards on their way in 3D. */
import { clamp01, hump, mix, smooth } from '../../scene/ease';
import { straight, type Pose } from '../../scene/pieces';
import type { Flying } from './act';

/** Throws in 3D, higher over larger distances; within a zone cards only make space. */
export const THROWN: Flying<Pose> = {
  fly(from, to, t) {
    const pose = straight(from.pose, to.pose, t);
    if (from.zone === to.zone) return pose;
    const far = Math.hypot(
      from.pose.position.x - to.pose.position.x, from.pose.position.z - to.pose.position.z,
    );
    pose.position.y += mix(0.35, 1.25, clamp01(far / 6)) * hump(smooth(t));
    return pose;
  },
  sized: (pose, size) => ({ ...pose, scale: pose.scale * size }),
};
