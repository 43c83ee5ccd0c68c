// RRT-Connect, Informed RRT* and BIT* of OMPL on the worlds of bench/time.ts, by processor time.
// Build: apt-get install --no-install-recommends libompl-dev; g++ -O3 -march=native -I/usr/include/eigen3 bench/ompl.cpp -o /tmp/ompl -lompl
#include <ompl/base/MotionValidator.h>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/rrt/InformedRRTstar.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>
#include <algorithm>
#include <cstdio>
#include <cmath>
#include <ctime>
#include <vector>
namespace ob = ompl::base;
namespace og = ompl::geometric;

static int d;
static const double *at(const ob::State *s) { return s->as<ob::RealVectorStateSpace::StateType>()->values; }
static double low(int k) { return k == 0 ? 0.4 : -1; }
static double high(int k) { return k == 0 ? 0.6 : k == d - 1 ? 0.7 : 2; }

// Whether a segment meets the wall, exactly, as in the package.
static bool meets(const double *a, const double *b) {
  double from = 0, to = 1;
  for (int k = 0; k < d; k++) {
    double delta = b[k] - a[k];
    if (delta == 0) { if (a[k] < low(k) || a[k] > high(k)) return false; continue; }
    double t = (low(k) - a[k]) / delta, u = (high(k) - a[k]) / delta;
    from = std::max(from, std::min(t, u));
    to = std::min(to, std::max(t, u));
    if (from > to) return false;
  }
  return true;
}
// The arm of bench/time.ts: 7 links, three discs.
static bool isArm;
static bool armMeets(const double *turns) {
  static const double discs[3][3] = {{0.55, 0, 0.15}, {-0.1, 0.55, 0.12}, {0.35, -0.5, 0.1}};
  double x = 0, y = 0, heading = 0;
  for (int k = 0; k < d; k++) {
    heading += turns[k];
    double dx = cos(heading) / d, dy = sin(heading) / d;
    for (auto &disc : discs) {
      double share = std::max(0.0, std::min(1.0, ((disc[0] - x) * dx + (disc[1] - y) * dy) * d * d));
      double ax = x + share * dx - disc[0], ay = y + share * dy - disc[1];
      if (ax * ax + ay * ay < disc[2] * disc[2]) return true;
    }
    x += dx;
    y += dy;
  }
  return false;
}
static bool armMeets(const double *a, const double *b) {
  double most = 0, pose[7];
  for (int k = 0; k < d; k++) most = std::max(most, std::abs(b[k] - a[k]));
  int steps = std::max(1, (int)std::ceil(most / 0.05));
  for (int i = 0; i <= steps; i++) {
    for (int k = 0; k < d; k++) pose[k] = a[k] + (double(i) / steps) * (b[k] - a[k]);
    if (armMeets(pose)) return true;
  }
  return false;
}
static bool blocked(const double *a, const double *b) { return isArm ? armMeets(a, b) : meets(a, b); }
struct Exact : ob::MotionValidator {
  using ob::MotionValidator::MotionValidator;
  bool checkMotion(const ob::State *a, const ob::State *b) const override { return !blocked(at(a), at(b)); }
  bool checkMotion(const ob::State *a, const ob::State *b, std::pair<ob::State *, double> &last) const override { last.second = 0; return checkMotion(a, b); }
};
static double seconds() { return clock() / double(CLOCKS_PER_SEC); }

int main() {
  ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
  for (int world : {0, 1, 2}) {
    d = world == 0 ? 2 : 7;
    isArm = world == 2;
    for (int kind = 0; kind < 3; kind++) for (double budget : {0.05, 0.2}) {
      const int seeds = kind == 0 ? 400 : 8;
      std::vector<double> times;
      double cost = 0;
      int solved = 0;
      for (int seed = 1; seed <= seeds; seed++) {
        auto space = std::make_shared<ob::RealVectorStateSpace>(d);
        space->setBounds(isArm ? -2.5 : 0, isArm ? 2.5 : 1);
        og::SimpleSetup setup(space);
        auto info = setup.getSpaceInformation();
        setup.setStateValidityChecker([](const ob::State *s) { return isArm ? !armMeets(at(s)) : !meets(at(s), at(s)); });
        info->setMotionValidator(std::make_shared<Exact>(info));
        ob::ScopedState<> start(space), goal(space);
        for (int k = 0; k < d; k++) start[k] = goal[k] = isArm ? 0 : 0.1;
        if (isArm) start[0] = -1.2;
        goal[0] = isArm ? 1 : 0.9;
        setup.setStartAndGoalStates(start, goal);
        setup.setOptimizationObjective(std::make_shared<ob::PathLengthOptimizationObjective>(info));
        if (kind == 0) setup.setPlanner(std::make_shared<og::RRTConnect>(info));
        if (kind == 1) setup.setPlanner(std::make_shared<og::InformedRRTstar>(info));
        if (kind == 2) setup.setPlanner(std::make_shared<og::BITstar>(info));
        setup.setup();
        double began = seconds();
        setup.solve(ob::PlannerTerminationCondition([&] { return seconds() - began > budget; }));
        times.push_back(seconds() - began);
        if (setup.haveExactSolutionPath()) { solved++; cost += setup.getSolutionPath().length(); }
      }
      std::sort(times.begin(), times.end());
      printf("%s %d  %s within %.0f ms: cost %.3f, median time %.3f ms, %d of %d\n", isArm ? "arm, joints" : "d", d, kind == 0 ? "RRT-Connect" : kind == 1 ? "Informed RRT*" : "BIT*", 1000 * budget, cost / solved, 1000 * times[seeds / 2], solved, seeds);
    }
  }
}
